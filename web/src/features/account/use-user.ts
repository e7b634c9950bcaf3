import { useAnswer } from '../../api/use-answer.ts';

/** The signed-in user; `null` if nobody is signed in. */
export const useUser = () => useAnswer('user');
