import { eventually } from './proofs.mjs';

/** @typedef {{ id: number, name: string, health: string, version: string, separation: string | null }} Runner */

/** A client of the REST API, signed in as the first administrator. */
export class Client {
  #cookie = '';

  /** @param {string} address */
  constructor(address) {
    this.address = address;
  }

  /**
   * @param {string} auth
   * @param {string} password
   */
  async signIn(auth, password) {
    const answer = await this.#send('POST', '/auth/login', { auth, password });
    this.#cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>} the parsed answer
   */
  async call(method, path, body) {
    const text = await (await this.#send(method, path, body)).text();
    return text === '' ? null : JSON.parse(text);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async #send(method, path, body) {
    const answer = await fetch(`${this.address}/api${path}`, {
      method,
      headers: { cookie: this.#cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    if (!answer.ok) {
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    }
    return answer;
  }

  /** @returns {Promise<Runner[]>} by name */
  async runners() {
    const runners = /** @type {Runner[]} */ (await this.call('GET', '/runners'));
    return runners.sort((one, other) => one.name.localeCompare(other.name));
  }

  /**
   * Waits until exactly these runners are known and online.
   * @param {readonly string[]} names in order
   */
  untilOnline(names) {
    return eventually(async () => {
      const runners = await this.runners();
      const online = runners.filter(({ health }) => health === 'online').map(({ name }) => name);
      if (runners.length !== names.length || online.join() !== names.join()) {
        throw new Error(`The runners are ${JSON.stringify(runners.map(({ name, health }) => [name, health]))}`);
      }
      return runners;
    }, 60_000);
  }

  /**
   * Makes a project with one template.
   * @param {string} gitUrl
   * @param {{ app: string, playbook: string }} [program]
   * @returns {Promise<{ project: number, template: number }>}
   */
  async createTemplate(gitUrl, program = { app: 'bash', playbook: 'run.sh' }) {
    const create = async (/** @type {string} */ path, /** @type {object} */ body) =>
      (await this.call('POST', path, body)).id;
    const project = await create('/projects', { name: 'Check' });
    const of = (/** @type {string} */ noun) => `/project/${project}/${noun}`;
    const key = { ssh_key_id: await create(of('keys'), { project_id: project, name: 'None', type: 'none' }) };
    const repository = { project_id: project, name: 'Scripts', git_url: gitUrl, git_branch: 'main', ...key };
    const inventory = { project_id: project, name: 'Here', type: 'static', inventory: 'localhost', ...key };
    const template = await create(of('templates'), {
      project_id: project,
      name: 'Script',
      ...program,
      repository_id: await create(of('repositories'), repository),
      inventory_id: await create(of('inventory'), inventory),
    });
    return { project, template };
  }

  /**
   * @param {{ project: number, template: number }} what
   * @returns {Promise<number>} the task's id
   */
  async launch({ project, template }) {
    const task = await this.call('POST', `/project/${project}/tasks`, { template_id: template });
    return task.id;
  }

  /**
   * Waits until the task has ended as it should.
   * @param {number} project
   * @param {number} task
   * @param {string} [wanted]
   * @returns {Promise<string>} its log
   */
  async logOf(project, task, wanted = 'success') {
    await eventually(async () => {
      const { status } = await this.call('GET', `/project/${project}/tasks/${task}`);
      if (status !== wanted) {
        throw new Error(`Task ${task} is ${status}\n${await this.#log(project, task)}`);
      }
    }, 60_000);
    return this.#log(project, task);
  }

  /**
   * Waits until the task has printed something.
   * @param {number} project
   * @param {number} task
   * @param {string} text
   */
  printed(project, task, text) {
    return eventually(async () => {
      const log = await this.#log(project, task);
      if (!log.includes(text)) {
        throw new Error(`Task ${task} has not printed ${text}\n${log}`);
      }
    }, 60_000);
  }

  /**
   * @param {number} project
   * @param {number} task
   */
  async #log(project, task) {
    /** @type {{ output: string }[]} */
    const lines = await this.call('GET', `/project/${project}/tasks/${task}/output`);
    return lines.map(({ output }) => output).join('\n');
  }
}
