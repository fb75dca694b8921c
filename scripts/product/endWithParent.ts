/**
 * Preloaded (`--import`) into every process that `npm start` and `npm run dev` supervise, and into builds. Ends the process
 * once its parent is gone: the IPC channel between the two closes even if the parent was killed. Tells the supervisor at
 * intervals that the event loop turns, if `HEARTBEAT_INTERVAL` (milliseconds) is set. Has the process outlive whoever reads its
 * output: Next logs that error, and so causes it again, without end.
 */
const exitTimeout = 8_000

for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

// Processes that this one starts inherit the preload, and have a parent, and a channel to it, of their own.
if (process.ppid === Number(process.env.SUPERVISOR_PID)) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), exitTimeout).unref()
  })
  const interval = Number(process.env.HEARTBEAT_INTERVAL)
  if (interval) setInterval(() => process.connected && process.send?.('heartbeat'), interval).unref()
  // The listener must not keep the process alive.
  process.channel?.unref()
}
