/** Runs once when a server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NODE_ENV !== 'production') return
  const {startEnquiries} = await import('./enquiries/enquiries')
  void startEnquiries()
  const {catchUp, joinInstances} = await import('./server/revalidation/instances')
  // Not awaited: the server answers its own request only once it has started.
  void catchUp(process.env)
  joinInstances(process.env)
}
