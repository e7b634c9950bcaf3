// One thread of a pool in Node. The order matters: the worker listens as soon as it is there.
import './scope.ts';
import '../run/workers/worker.ts';
