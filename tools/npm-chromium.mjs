import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { projectRoot } from './install.mjs'

/** An npm package with a headless Chromium, the libraries that it needs beyond the system's, and one font. */
const PACKAGE = '@sparticuz/chromium@153.0.0'
const INTEGRITY =
  'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=='
const HOME = join(projectRoot, 'node_modules', '.cache', PACKAGE.replaceAll(/\W+/g, '-').slice(1))

/** The path at which `installNpmChromium` installs the program that starts the browser. */
export const npmChromium = join(HOME, 'chrome')

/** Only the fonts of the package are used, so that every machine renders the same. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="relative">font-cache</cachedir></fontconfig>
`
const program = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export FONTCONFIG_FILE="$here/fonts.conf" LD_LIBRARY_PATH="$here/lib"
exec "$here/chromium" "$@"
`

/**
 * Downloads a Chromium with npm, for this project only. It needs Linux on x64 but no root rights.
 *
 * @returns {string | null} null if it was installed, else the error
 */
export function installNpmChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `not for ${process.platform}-${process.arch}`
  mkdirSync(dirname(HOME), { recursive: true })
  const folder = mkdtempSync(`${HOME}-`)
  try {
    run('npm', ['pack', PACKAGE, '--loglevel=error', '--pack-destination', folder])
    unpack(folder)
    rmSync(HOME, { recursive: true, force: true })
    renameSync(folder, HOME)
    return null
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    return error.message
  }
}

function unpack(folder) {
  const file = join(folder, `${PACKAGE.slice(1).replace(/[/@]/g, '-')}.tgz`)
  const archive = readFileSync(file)
  if (`sha512-${createHash('sha512').update(archive).digest('base64')}` !== INTEGRITY)
    throw new Error(`${PACKAGE} is not what it was when it was chosen`)
  run('tar', ['-xz', '-C', folder], archive)
  const findPackedFile = (name) =>
    brotliDecompressSync(readFileSync(join(folder, 'package', 'bin', `${name}.br`)))
  writeFileSync(join(folder, 'chromium'), findPackedFile('chromium'), { mode: 0o755 })
  for (const name of ['fonts.tar', 'swiftshader.tar', 'al2023.tar'])
    run('tar', ['-x', '-C', folder], findPackedFile(name))
  writeFileSync(join(folder, 'fonts.conf'), fontsConf)
  writeFileSync(join(folder, 'chrome'), program, { mode: 0o755 })
  for (const path of [file, join(folder, 'package')]) rmSync(path, { recursive: true })
  chmodSync(folder, 0o755)
}

/** Runs a command and throws the last line of its errors if it fails. */
function run(command, args, input) {
  const answer = spawnSync(command, args, { input, encoding: 'utf8' })
  if (answer.status === 0) return
  const lastLine = `${answer.stderr ?? ''}`.trim().split('\n').at(-1)
  throw new Error(lastLine || answer.error?.message || `${command} ended with ${answer.status}`)
}
