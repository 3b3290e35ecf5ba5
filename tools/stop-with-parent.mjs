// Imported by a process that is useless without the process that started it: when that one is killed (kill
// -9), this one ends as on SIGTERM.
const parent = process.ppid

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 1000).unref()
