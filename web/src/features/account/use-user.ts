import { apiPaths, type User } from '@stillpix/contract';
import { useQuery } from '@tanstack/react-query';

/** Who is signed in; `null` when nobody is. */
export function useUser() {
  return useQuery<User | null>({ queryKey: [apiPaths.user] });
}
