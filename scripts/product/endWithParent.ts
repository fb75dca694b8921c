/**
 * Preloaded (`--import`) into every process that `npm start` supervises. Ends the process once its supervisor is gone:
 * the IPC channel between the two closes even if the supervisor was killed.
 */
const exitTimeout = 8_000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), exitTimeout).unref()
})
// The listener must not keep the process alive.
process.channel?.unref()
