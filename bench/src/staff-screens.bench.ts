import './staff-screens/run.ts';
