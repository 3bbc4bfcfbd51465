import type { UserOptions } from '@switchyard/contracts';
import { useSaveOptionsMutation } from '../../api/user-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useSessionUser } from '../../components/session/session-user.js';

/** Saves what the user chose for every browser. Returns whether the server took it; a refusal is shown. */
export function useSaveOptions(): (change: Partial<UserOptions>) => Promise<boolean> {
  const { options } = useSessionUser();
  const notify = useNotify();
  const [save] = useSaveOptionsMutation();
  return async (change) => {
    try {
      await save({ ...options, ...change }).unwrap();
      return true;
    } catch (error) {
      notify.error(error);
      return false;
    }
  };
}
