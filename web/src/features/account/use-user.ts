import { useAnswer } from '../../api/use-answer.ts';

/** Who is signed in; `null` when nobody is. */
export const useUser = () => useAnswer('user');
