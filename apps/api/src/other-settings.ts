/** Settings that other processes read from the same settings file. */
export const OTHER_SETTINGS = [
  'SWITCHYARD_DISPATCHER_PORT',
  'SWITCHYARD_ADMIN_LOGIN',
  'SWITCHYARD_ADMIN_PASSWORD',
  'SWITCHYARD_ADMIN_EMAIL',
  'SWITCHYARD_LOCAL_RUNNERS',
];
