export const dynamic = 'force-dynamic'

/** Liveness: the process responds. Checks no dependency, so that an outage of one does not restart the process. */
export function GET() {
  return Response.json({status: 'live'}, {headers: {'Cache-Control': 'no-store'}})
}
