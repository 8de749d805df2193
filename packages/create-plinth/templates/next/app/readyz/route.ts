import { isReady } from '../../src/platform.ts'

export const dynamic = 'force-dynamic'

/** For health checks. */
export const GET = async (): Promise<Response> => new Response(null, { status: (await isReady()) ? 200 : 503 })
