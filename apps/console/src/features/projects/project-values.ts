/** The general form of a project; `max_parallel_tasks` 0 or empty = unlimited. */
export interface ProjectValues {
  name: string;
  alert: boolean;
  alert_chat: string;
  max_parallel_tasks: number | null;
  allow_log_links: boolean;
  /** Empty = the stored one stays. */
  vault_token: string;
  /** Empty = the vault of the server. */
  vault_address: string;
  vault_namespace: string;
  /** The stored one is removed. */
  forget_vault_token: boolean;
}

export const emptyProject: ProjectValues = {
  name: '',
  alert: false,
  alert_chat: '',
  max_parallel_tasks: null,
  allow_log_links: false,
  vault_token: '',
  vault_address: '',
  vault_namespace: '',
  forget_vault_token: false,
};

/** An empty token is left out, so that the stored one stays, unless that is to be removed. */
export const projectBody = ({ vault_token: token, forget_vault_token: forget, ...rest }: ProjectValues): object => ({
  ...rest,
  ...((forget || token) && { vault_token: forget ? '' : token }),
});
