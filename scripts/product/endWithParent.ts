/**
 * Preloaded (`--import`) into every process that `npm start` supervises. Ends the process once its supervisor is gone,
 * however that died: the channel between the two closes even when the supervisor is killed.
 */
const patience = 8_000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), patience).unref()
})
// Listening must not keep alive a process that has nothing else to do.
process.channel?.unref()
