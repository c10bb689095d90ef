import './typing/run.ts';
