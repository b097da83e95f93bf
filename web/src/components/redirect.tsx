import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Goes to another page, once: to the login with the way back, or from it to where it leads. */
export function Redirect({ to }: { to: string }) {
  const router = useRouter();
  const [target] = useState(to);
  useEffect(() => {
    void router.navigate({ href: router.history.createHref(`/app${target}`), replace: true });
  }, [router, target]);
  return null;
}
