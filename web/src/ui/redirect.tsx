import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Navigates to another page, once.
 * @param to a path within the console, with its query
 */
export function Redirect({ to }: { to: string }) {
  const router = useRouter();
  const [target] = useState(to);
  useEffect(() => {
    void router.navigate({ href: router.history.createHref(`/app${target}`), replace: true });
  }, [router, target]);
  return null;
}
