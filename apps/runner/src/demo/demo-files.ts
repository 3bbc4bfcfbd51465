import { DEPLOY_YML, PING_YML, STOREFRONT_CONF_J2, VAULT_YML } from './ansible-files.js';
import type { Files } from './git-objects.js';
import { MAIN_TF, README_MD } from './infrastructure-files.js';
import { BUILD_SH, HELLO_SH, INDEX_HTML, REPORT_PY } from './script-files.js';

/** The files of demo projects. Their templates name these paths (`apps/api/src/projects/demo`). */
export const DEMO_FILES: Files = {
  'README.md': README_MD,
  'ansible/deploy.yml': DEPLOY_YML,
  'ansible/ping.yml': PING_YML,
  'ansible/storefront.conf.j2': STOREFRONT_CONF_J2,
  'ansible/vault.yml': VAULT_YML,
  'python/report.py': REPORT_PY,
  'scripts/build.sh': BUILD_SH,
  'scripts/hello.sh': HELLO_SH,
  'storefront/index.html': INDEX_HTML,
  'terraform/main.tf': MAIN_TF,
};
