export * from './change-profile.ts';
export * from './encoding.ts';
export * from './profile.ts';
export * from './profile-issues.ts';
export * from './write-file.ts';
