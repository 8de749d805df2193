/** The tag by which whoever waits hears that an approval has been answered, on whichever host. */
export const approvalTag = (id: string) => `ai_assistant.approval:${id}`
