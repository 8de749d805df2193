import { BinaryAnswer } from '../define/binary-answer.ts'

/** Whether a handler created a complete response: of the current global class, the previous one, or another library's. */
export function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === '[object Response]'
}

/** Whether a response is sent unchanged: no schema describes its contents. */
export const isWhole = (answer: unknown): answer is Response | BinaryAnswer =>
  answer instanceof BinaryAnswer || isResponse(answer)

/** The same response as an instance of the current global class, which servers may check. */
export function toGlobalResponse(response: Response): Response {
  if (response instanceof Response) return response
  const { body, status, headers } = response as Response
  return new Response(body, { status, headers })
}
