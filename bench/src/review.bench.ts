import './review/run.ts';
