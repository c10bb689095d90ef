import './grid/run.ts';
