export const dynamic = 'force-dynamic'

/** The process answers. Asks nothing else, so that a dependency that is away has nobody restart it. */
export function GET() {
  return Response.json({status: 'live'}, {headers: {'Cache-Control': 'no-store'}})
}
