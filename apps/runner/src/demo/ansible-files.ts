/** Playbooks of the demo. They work on this machine alone, whatever the inventory names its hosts. */
export const PING_YML = `---
- name: Check the hosts
  hosts: all
  gather_facts: false
  tasks:
    - name: Reach the host
      ansible.builtin.ping:

    - name: Ask how long it has been up
      ansible.builtin.command: uptime
      register: up
      changed_when: false
      failed_when: false

    - name: Show the answer
      ansible.builtin.debug:
        msg: "{{ inventory_hostname }} in {{ region | default('no region') }}: {{ up.stdout | default('reachable') | trim }}"
`;

export const DEPLOY_YML = `---
# Deploys the version that was built. The password stands in vault.yml, encrypted; the template names the key that opens it.
- name: Deploy the storefront
  hosts: web
  gather_facts: false
  vars_files:
    - vault.yml
  vars:
    version: "{{ lookup('ansible.builtin.env', 'SWITCHYARD_TASK_INCOMING_VERSION') }}"
    release_dir: "{{ lookup('ansible.builtin.env', 'TMPDIR') }}/{{ inventory_hostname }}/storefront-{{ version }}"
  tasks:
    - name: Make a directory for the release
      ansible.builtin.file:
        path: "{{ release_dir }}"
        state: directory
        mode: "0755"

    - name: Write the configuration
      ansible.builtin.template:
        src: storefront.conf.j2
        dest: "{{ release_dir }}/storefront.conf"
        mode: "0600"

    - name: Read what was written
      ansible.builtin.command: "grep '^version' {{ release_dir }}/storefront.conf"
      register: written
      changed_when: false

    - name: Make sure that it is the version that was built
      ansible.builtin.assert:
        that: version in written.stdout
        success_msg: "{{ inventory_hostname }} serves storefront {{ version }}"
`;

export const STOREFRONT_CONF_J2 = `# {{ inventory_hostname }}
version = {{ version }}
region = {{ region | default('none') }}
database_password = {{ database_password }}
`;

/** Opens with the password of the key "Demo vault password", which the control plane gives each demo project. */
export const VAULT_YML = `$ANSIBLE_VAULT;1.1;AES256
66636536646266613066303966316534353937646232643762646634656235373338333835376134
3435616361656435363634396564623037633365303236340a626434656530623839386437346133
65316130613439393134653764333533323230343363353631666131333865373238613066373333
3632353466623339320a376530643536343030653938336636366330643763376331623061343965
64653634303966356436306139373262616531353332626631623431373836363261666566316661
65633265363162666630316638383535306663666231393766613162383563363366313131316236
356639616264323564373334333033373030
`;
