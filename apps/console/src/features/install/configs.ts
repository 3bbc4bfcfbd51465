/** Values from which configurations are made. */
export interface Place {
  /** Where people reach this server, without a slash at its end. */
  address: string;
  version: string;
}

const runner = ({ address }: Place): string => `# /etc/switchyard-runner/config.yaml
SWITCHYARD_RUNNER_URL: ${JSON.stringify(address)}
# From Runners, Registration tokens; works once.
SWITCHYARD_RUNNER_REGISTRATION_TOKEN: ""
SWITCHYARD_RUNNER_WORK_DIR: /var/lib/switchyard-runner
`;

const systemd = (): string => `# /etc/systemd/system/switchyard-runner.service
[Unit]
Description=Switchyard runner
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
User=switchyard-runner
Group=switchyard-runner
UMask=0077
StateDirectory=switchyard-runner
StateDirectoryMode=0700
WorkingDirectory=/var/lib/switchyard-runner
Environment=SWITCHYARD_RUNNER_CONFIG=/etc/switchyard-runner/config.yaml
ExecStart=/usr/bin/switchyard-runner start
Restart=always
RestartSec=2
RestartPreventExitStatus=64 78
KillMode=mixed
TimeoutStopSec=660

[Install]
WantedBy=multi-user.target
`;

const compose = ({ address, version }: Place): string => `# compose.yaml
services:
  runner:
    image: switchyard/runner:${version}
    restart: unless-stopped
    stop_grace_period: 11m
    environment:
      SWITCHYARD_RUNNER_URL: ${JSON.stringify(address)}
      SWITCHYARD_RUNNER_REGISTRATION_TOKEN: \${SWITCHYARD_RUNNER_REGISTRATION_TOKEN:?set it in .env}
    volumes: ['runner:/var/lib/switchyard-runner']
volumes:
  runner:
`;

const helm = ({ address, version }: Place): string => `# values.yaml of deploy/helm/switchyard
webHost: ${JSON.stringify(address)}
existingSecret: switchyard
image:
  registry: registry.example.com
  tag: ${JSON.stringify(version)}
runner:
  replicas: 1
`;

/** Files that people copy, by the key of their name. */
export const configs = { runner, systemd, compose, helm } as const;

const IMAGES = ['api', 'dispatcher', 'runner', 'console'] as const;

/** A command for each image. */
export const imageCommands = ({ version }: Place): { image: string; command: string }[] =>
  IMAGES.map((image) => ({
    image,
    command: `docker build --file docker/${image}.Dockerfile --tag switchyard/${image}:${version} .`,
  }));
