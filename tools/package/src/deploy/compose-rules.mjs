import { parse } from 'yaml';
import { z } from 'zod';

const Service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  restart: z.enum(['no', 'unless-stopped']),
  command: z.array(z.string()).optional(),
  user: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string().regex(/^(\$\{\w+:-)?127\.0\.0\.1:\d+\}?:\d+$/)).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  profiles: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  logging: z.unknown().optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
    .default({}),
});
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()).default({}),
});

/** @typedef {z.infer<typeof Service>} Service */

const SECRET = /PASSWORD|SECRET_KEY|TOKEN$|DATABASE_URL/;

/**
 * What is wrong with a compose file, one sentence each.
 * @param {string} text
 * @param {{ isDockerfile: (path: string) => boolean, settings: ReadonlySet<string> }} surroundings
 * @returns {string[]}
 */
export function composeFaults(text, surroundings) {
  const parsed = Compose.safeParse(parse(text, { merge: true }));
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  }
  const { services, volumes } = parsed.data;
  return Object.entries(services).flatMap(([name, service]) =>
    [
      ...imageFaults(service, surroundings.isDockerfile),
      ...environmentFaults(service, surroundings.settings),
      ...dependencyFaults(service, services),
      ...volumeFaults(service, Object.keys(volumes)),
      ...(service.build ? rightsFaults(service) : []),
    ].map((fault) => `${name}: ${fault}`),
  );
}

/**
 * @param {Service} service
 * @param {(path: string) => boolean} isDockerfile
 */
function imageFaults({ image, build, healthcheck }, isDockerfile) {
  if (build) {
    return isDockerfile(build.dockerfile) ? [] : [`there is no ${build.dockerfile}`];
  }
  return [
    ...(/:\d+\.\d+/.test(image) ? [] : [`${image} is no exact version`]),
    ...(healthcheck ? [] : ['there is no healthcheck']),
  ];
}

/**
 * @param {Service} service
 * @param {ReadonlySet<string>} settings
 */
function environmentFaults({ environment }, settings) {
  return Object.entries(environment).flatMap(([name, value]) => [
    ...(name.startsWith('SWITCHYARD_') && !settings.has(name) ? [`nothing reads ${name}`] : []),
    ...(SECRET.test(name) && !/\$\{\w+:\?[^}]+\}/.test(value)
      ? [`${name} must come from outside, and be asked for`]
      : []),
  ]);
}

/**
 * @param {Service} service
 * @param {Record<string, Service>} services
 */
function dependencyFaults({ depends_on }, services) {
  return Object.entries(depends_on).flatMap(([name, { condition }]) => {
    const other = services[name];
    if (!other) {
      return [`there is no service ${name}`];
    }
    const ends = other.restart === 'no';
    return ends === (condition === 'service_completed_successfully') ? [] : [`${name} never gets ${condition}`];
  });
}

/**
 * @param {Service} service
 * @param {readonly string[]} declared
 */
function volumeFaults({ volumes }, declared) {
  const names = volumes.map((volume) => volume.split(':')[0] ?? '');
  return names.filter((name) => !declared.includes(name)).map((name) => `the volume ${name} is not declared`);
}

/** @param {Service} service */
function rightsFaults({ cap_drop, security_opt }) {
  return [
    ...(cap_drop.includes('ALL') ? [] : ['keeps capabilities']),
    ...(security_opt.includes('no-new-privileges:true') ? [] : ['may gain privileges']),
  ];
}
