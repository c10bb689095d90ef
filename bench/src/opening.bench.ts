import './opening/run.ts';
