import type { RunnerScope } from '../../api/runners-api.js';
import { RunnerCachesDialog } from './runner-caches-dialog.js';
import { RunnerDeliveriesDialog } from './runner-deliveries-dialog.js';
import { RegistrationDialog } from './registration-dialog.js';
import { RegistrationForm } from './registration-form.js';
import { RegistrationMadeDialog } from './registration-made-dialog.js';
import { RunnerDialog } from './runner-dialog.js';
import { DeleteRunnerDialog, RenewSecretDialog, RotateRunnerDialog } from './runner-questions.js';
import { RunnerSecretsDialog } from './runner-secrets-dialog.js';
import { NotificationSecretDialog } from './notification-secret-dialog.js';
import type { RunnerDialogs as Dialogs } from './use-runner-dialogs.js';

/** The dialog that is open, if any. A new secret is shown when the form has closed, for it is shown only once. */
export function RunnerDialogs({ scope, dialogs }: { scope: RunnerScope; dialogs: Dialogs }) {
  const { state, open, follow, closed } = dialogs;
  const common = { scope, onClosed: closed };
  switch (state?.kind) {
    case undefined:
      return null;
    case 'form':
      return (
        <RunnerDialog
          {...common}
          row={state.row}
          onCreated={(runner) => follow({ kind: 'secrets', runner, rotated: false })}
          onWebhookSecret={(name, secret) => follow({ kind: 'webhookSecret', name, secret })}
        />
      );
    case 'delete':
      return <DeleteRunnerDialog {...common} runner={state.row} />;
    case 'rotate':
      return (
        <RotateRunnerDialog
          {...common}
          runner={state.row}
          onRotated={(runner) => follow({ kind: 'secrets', runner, rotated: true })}
        />
      );
    case 'renewSecret':
      return (
        <RenewSecretDialog
          {...common}
          runner={state.row}
          onRenewed={(secret) => follow({ kind: 'webhookSecret', name: state.row.name, secret })}
        />
      );
    case 'deliveries':
      return <RunnerDeliveriesDialog {...common} runner={state.row} />;
    case 'caches':
      return <RunnerCachesDialog {...common} runner={state.row} />;
    case 'webhookSecret':
      return <NotificationSecretDialog name={state.name} secret={state.secret} onClosed={closed} />;
    case 'secrets':
      return <RunnerSecretsDialog {...common} runner={state.runner} rotated={state.rotated} />;
    case 'tokens':
      return <RegistrationDialog {...common} onNew={() => open({ kind: 'newToken' })} />;
    case 'newToken':
      return <RegistrationForm {...common} onCreated={(made) => follow({ kind: 'madeToken', made })} />;
    case 'madeToken':
      return <RegistrationMadeDialog made={state.made} onClosed={closed} />;
  }
}
