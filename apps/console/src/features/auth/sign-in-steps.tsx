import { Suspense, useEffect } from 'react';
import { useGetAuthStateQuery, useGetLoginDataQuery } from '../../api/auth-api.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import { SignInMethods } from './sign-in-methods.js';
import { late } from '../../components/feedback/late.js';

const SecondStep = late(async () => (await import('./second-step.js')).SecondStep);

interface SignInStepsProps {
  isTitled: boolean;
  /** Called once there is a session with nothing outstanding. */
  onSignedIn: () => void;
}

/** The step that the session of this browser is at. Nothing is shown before the server has reported it. */
export function SignInSteps({ isTitled, onSignedIn }: SignInStepsProps) {
  const auth = useGetAuthStateQuery(undefined, { refetchOnMountOrArgChange: true });
  const login = useGetLoginDataQuery(undefined, { refetchOnMountOrArgChange: true });
  const signedIn = auth.data === 'signedIn' && !auth.isFetching;
  useEffect(() => {
    if (signedIn) {
      onSignedIn();
    }
  }, [signedIn, onSignedIn]);
  const error = auth.error ?? login.error;
  if (error !== undefined) {
    return <LoadFailure error={error} onRetry={() => void Promise.all([auth.refetch(), login.refetch()])} />;
  }
  if (login.data === undefined || auth.data === undefined || auth.data === 'signedIn') {
    return <div className="si-waiting" />;
  }
  if (auth.data === 'signedOut') {
    return <SignInMethods data={login.data} isTitled={isTitled} />;
  }
  const { totp } = login.data.auth_methods;
  return (
    <Suspense fallback={<div className="si-waiting" />}>
      <SecondStep key={auth.data} method={auth.data} allowRecovery={totp?.allow_recovery ?? false} />
    </Suspense>
  );
}
