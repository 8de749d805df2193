import { getPlatform } from '../../../src/platform.ts'

const serve = async (request: Request): Promise<Response> => (await getPlatform()).fetch(request)

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT }
