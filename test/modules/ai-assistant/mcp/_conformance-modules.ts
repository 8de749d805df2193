import { setTimeout as sleep } from 'node:timers/promises'
import { badInput, defineModule, signedIn } from '@plinth/core'
import { definePrompt, defineTool, prompts, tools } from '@plinth/points'
import { createRole } from '@plinth/auth'
import { z } from 'zod'

/** What the suite expects of a server, as far as modules can declare it. */
export const suite = defineModule({
  id: 'test',
  title: 'Conformance',
  contributes: [
    tools.of(
      defineTool({
        name: 'test_simple_text',
        description: 'Answers a text.',
        access: signedIn,
        input: z.object({}),
        output: z.string(),
        run: () => 'This is a simple text response for testing.',
      }),
      defineTool({
        name: 'test_error_handling',
        description: 'Always fails.',
        access: signedIn,
        input: z.object({}),
        output: z.string(),
        run() {
          throw badInput('This tool intentionally returns an error for testing')
        },
      }),
      defineTool({
        name: 'test_tool_with_progress',
        description: 'Tells how far it is.',
        access: signedIn,
        input: z.object({}),
        output: z.string(),
        async run({ progress }) {
          for (const done of [0, 50, 100]) {
            progress(done, 100)
            await sleep(50)
          }
          return 'done'
        },
      }),
      // Nothing that a tool logs reaches a client.
      defineTool({
        name: 'test_logging_tool',
        description: 'Tells the log something.',
        access: signedIn,
        input: z.object({}),
        output: z.string(),
        run({ log }) {
          log.info({}, 'A line of the log')
          return 'logged'
        },
      }),
      // What asks the person here is a write.
      ...['test_streaming_elicitation', 'test_input_required_result_tampered_state'].map((name) =>
        defineTool({
          name,
          description: 'Creates a role.',
          access: signedIn,
          writes: true,
          input: z.object({}),
          output: z.string(),
          async run({ run }) {
            await run(createRole, { name })
            return 'written'
          },
        }),
      ),
    ),
    prompts.of(
      definePrompt({
        name: 'test_simple_prompt',
        description: 'Takes nothing.',
        access: signedIn,
        text: () => 'This is a simple prompt for testing.',
      }),
      definePrompt({
        name: 'test_prompt_with_arguments',
        description: 'Takes two texts.',
        access: signedIn,
        input: z.object({ arg1: z.string(), arg2: z.string() }),
        text: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
      }),
    ),
  ],
})
