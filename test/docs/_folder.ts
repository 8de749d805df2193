import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './_pages.ts'

const exec = promisify(execFile)

/** A folder in which code finds the packages of this repository. */
export interface Folder extends AsyncDisposable {
  readonly path: string
  write(file: string, text: string): Promise<string>
  /** What the compiler has to say, one line each. */
  typeCheck(): Promise<readonly string[]>
}

/** Makes a folder outside the repository, so that nothing else meets its files. */
export async function makeFolder(): Promise<Folder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'plinth-docs-')))
  const write = async (file: string, text: string) => {
    const target = join(path, file)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, text)
    return target
  }
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'))
  await write('package.json', JSON.stringify({ type: 'module' }))
  await write('tsconfig.json', JSON.stringify(compiler))
  return {
    path,
    write,
    async typeCheck() {
      const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
      const { stdout } = await exec(process.execPath, [tsc, '-p', path, '--checkers', '1']).catch(
        (error: { stdout: string }) => error,
      )
      return stdout.split('\n').filter((line) => line !== '')
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

const compiler = { extends: join(ROOT, 'tsconfig.json'), include: ['**/*.ts'], exclude: ['node_modules'] }
