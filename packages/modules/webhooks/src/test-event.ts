/** The type of the message that `POST /webhooks/endpoints/{id}/test` sends. Its record is the endpoint. */
export const TEST_EVENT = 'webhooks.endpoint.test'
