// Stops the database when the process that started it ended without doing so (kill -9, a closed window): then the pipe
// to this one closes. Runs beside the database, one for each.
const pid = Number(process.argv[2]);

process.stdin.resume().on('close', () => {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    // It has ended already, as it should.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  process.exit();
});
