import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { Form } from '../parts/form-kit.tsx';
import { Gate } from '../parts/gate.tsx';
import { isGoodPassword, NewPassword } from '../parts/new-password.tsx';
import { useWords } from '../words/index.ts';

const tokenIn = (fragment: string): string => new URLSearchParams(fragment.slice(1)).get('token') ?? '';

/** The token comes in the fragment, which no server sees, and leaves the address bar at once. */
export function ResetPasswordPage() {
  const words = useWords();
  const [token, setToken] = useState(() => tokenIn(location.hash));
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const reset = useMutation({ mutationFn: () => call('POST /auth/reset-password', { body: { token, password } }) });
  useEffect(() => {
    const take = (): void => {
      const found = tokenIn(location.hash);
      if (found) setToken(found);
      history.replaceState(history.state, '', location.pathname);
    };
    take();
    addEventListener('hashchange', take); // another link opened in the same tab
    return () => removeEventListener('hashchange', take);
  }, []);
  const differ = again !== '' && again !== password;
  return (
    <Gate title={words.reset.title}>
      {reset.isSuccess && (
        <p className="note" role="status">
          {words.reset.done}
        </p>
      )}
      {!token && <p className="refused">{words.reset.missing}</p>}
      {token && !reset.isSuccess && (
        <Form
          submit={words.app.save}
          onSubmit={() => reset.mutate()}
          isBusy={reset.isPending}
          isReady={isGoodPassword(password) && again === password}
          error={reset.error}
        >
          <NewPassword rule={words.reset.rule} label={words.reset.password} value={password} onChange={setPassword} />
          <NewPassword label={words.reset.again} value={again} onChange={setAgain} />
          {differ && <p className="danger-text">{words.reset.differ}</p>}
        </Form>
      )}
      <p className="gate-foot">
        <Link to="/login">{words.forgot.toLogin}</Link>
      </p>
    </Gate>
  );
}
