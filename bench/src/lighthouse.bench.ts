import './lighthouse/run.ts';
