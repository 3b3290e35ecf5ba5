import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { buffer as readAll } from 'node:stream/consumers'
import react from '@vitejs/plugin-react'
import type { Browser, BrowserContextOptions, Download, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildLetterBlocks } from '#core/correspondence/letters/model/index.ts'
import { sampleLetter, sampleOptions } from '#tests/letterSample.ts'
import { readPdf } from '#tests/pdf.ts'
import { connectBrowser } from './chromium.ts'

/**
 * A signature as a PNG with a palette and a transparent entry. The PDF library alone would lose its lines.
 */
const paletteSignature =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAPAAAABIAQMAAADyAurJAAAABlBMVEX///8bKlqhZOstAAAAAnRSTlMA/1uRIrUAAAIXSURBVHja7ZU9jtswEIVJsGCKYHkBx7pCSheGdaUtXRhrHiQHSRUI2CJljhAdwSULwcy8+aHpjdYpgwBhYUn+yOGbRw7p3P/2N1ooD3Gsf8DTQ5xmeTkvazjp5LGuhklORg21XlbxyM86RY1+l0p0KdPDEztLpss9jtAWKfKQOdwb7DFnIl2RtY1f8LttmCcbEJZTvG5YaVac3Qs9Tni/sMn7HofMI1nuEd3nHf89NQzpnPOeh6GT84YnSPKz6RmdYLWaupEkiQW8SCB3w/RHlJQdsrzHM2QLjlAmYS04uh0wTnDKIqrHg3syD0aVYcoxVcpbS/KEny5v9wyzN4aLygj5hsO8Vw+CJRENH5HNTjE5FE2lNJCyUw/I36SbqMMnwwenSdh68zocjopPBvaGIXp4VlzkW9a24SQ++9eL4bZdt7oRgb9PGta3PQ8pQb7CjyxSddsZ1s7hp2Yie79hXePwzfDQVVETytXI+KWrA9vHIoHxsoa5nHY3qQ1LMK4iYDoSrAdjKU7WCzzmcy2tivDd9MKWSs21MjF8UBdrd1IInprAIdV67c494E+zYY/AeRUXPoG6wR8UbzGXL4HYazfxRvET9gNggbAWeVCcjnzw8aTxdvyREYzjV3deOffIZbYFcWvMb7EvYipBsvn3M/OK9b43om8jinOo0zt3Qiq0lh+d+/zOVVKXh5dFfXzVpOlfvD9/AfgH0Zb45KYJAAAAAElFTkSuQmCC'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** The part of the app's content security policy that matters for letters. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-src 'self' blob:; object-src 'none'"
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let folder: string
let server: Server
let browser: Browser
let address: string
let page: Page | undefined

function serve(): Server {
  return createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '/index.html')
    try {
      const body = await readFile(join(folder, name))
      const type = TYPES[extname(name)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letter-page-'))
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'letterPage'),
    plugins: [react()],
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  server = serve()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  browser = await connectBrowser()
}, 120_000)

afterEach(async () => {
  await page?.context().close()
})

afterAll(async () => {
  await browser?.close()
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens the page with the sample letter and returns its console errors and the paths it requested. */
async function openLetterPage(
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[]; fetched: string[] }> {
  const context = await browser.newContext(options)
  const newPage = await context.newPage()
  page = newPage
  const faults: string[] = []
  const fetched: string[] = []
  newPage.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  newPage.on('pageerror', (error) => faults.push(error.message))
  newPage.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await newPage.goto(address)
  await newPage.getByRole('dialog').waitFor()
  return { page: newPage, faults, fetched }
}

const makeSamplePdf = async (page: Page, ...changes: Parameters<Window['makeSample']>) => {
  const { type, bytes } = await page.evaluate(
    (json) => window.makeSample(...(JSON.parse(json) as Parameters<Window['makeSample']>)),
    JSON.stringify(changes),
  )
  return { type, pdf: readPdf(Uint8Array.from(bytes)) }
}

describe('PDF made in the browser', () => {
  test('LET-33 the callback receives one PDF with two pages of US Letter, all 40 rows, accented letters and embedded fonts', async () => {
    const { page, faults } = await openLetterPage()
    const { type, pdf } = await makeSamplePdf(page, {}, {})
    expect(type).toBe('application/pdf')
    expect(pdf.pages.map(({ width, height }) => [width, height])).toEqual([
      [612, 792],
      [612, 792],
    ])
    expect(pdf.text.match(/INV-\d+/g)?.length).toBe(40)
    expect(pdf.text.match(/Description Invoice Requested Approved/g)?.length).toBe(2)
    expect(pdf.text).toContain('Dear José Núñez-Łukasiewicz:')
    expect(pdf.fonts).toEqual([
      { name: 'Roboto-Medium', embedded: true },
      { name: 'Roboto-Regular', embedded: true },
    ])
    expect(pdf).toMatchObject({ language: 'en-US', displayTitle: true, tagged: true, faults: [] })
    expect(pdf.info.Title).toBe(sampleOptions.title)
    expect(faults).toEqual([])
  })

  test('LET-33 the PDF library and two fonts are loaded with the first letter and only once', async () => {
    const { page, fetched } = await openLetterPage()
    const getHeavyFiles = () =>
      fetched.filter((path) => /pdfmake|\.ttf$/.test(path)).map((path) => path.replace(/-[\w-]{8}\.\w+$/, ''))
    expect(getHeavyFiles()).toEqual([])
    await makeSamplePdf(page, {}, {})
    await makeSamplePdf(page, {}, {})
    expect(getHeavyFiles().toSorted()).toEqual([
      '/assets/Roboto-Medium',
      '/assets/Roboto-Regular',
      '/assets/pdfmake.min',
    ])
  })

  test('LET-27 the lines of a palette image of a signature are not lost', async () => {
    const { page } = await openLetterPage()
    const signatureBlock = { Image: paletteSignature, Name: 'J. Doe' }
    const { pdf } = await makeSamplePdf(page, { body: [], signatureBlock }, {})
    expect(pdf.pages[0]?.images).toEqual([
      expect.objectContaining({ width: 100, height: 30, visible: expect.closeTo(0.1, 2) }),
    ])
  })

  test('LET-36 a letter cannot load an image from an address', async () => {
    const { page, fetched } = await openLetterPage()
    const created = makeSamplePdf(page, { body: [{ image: `${address}elsewhere.png` }] }, {})
    await expect(created).rejects.toThrow(/Invalid image/)
    expect(fetched).not.toContain('/elsewhere.png')
  })
})

describe('the letter dialog', () => {
  test('LET-01 the preview shows all texts of the letter', async () => {
    const { page } = await openLetterPage()
    const preview = page.getByRole('article', { name: sampleOptions.title })
    const previewText = (await preview.textContent()) ?? ''
    const texts = buildLetterBlocks(sampleLetter, sampleOptions).flatMap((block) =>
      'text' in block ? [block.text] : [],
    )
    expect(texts.filter((text) => !previewText.includes(text))).toEqual([])
    await expect.poll(() => preview.getByRole('row').count()).toBe(41)
    await expect
      .poll(() => preview.getByRole('columnheader').allTextContents())
      .toEqual(['Description', 'Invoice', 'Requested', 'Approved'])
    await expect.poll(() => preview.getByRole('img', { name: 'Signature of Zoë Ångström' }).count()).toBe(1)
    await expect.poll(() => page.getByText('No value for payDate').isVisible()).toBe(true)
  })

  test('LET-33 Download PDF saves the letter under its file name', async () => {
    const { page, faults } = await openLetterPage()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('approval.pdf')
    expect(readPdf(await readAll(await download.createReadStream())).pages.length).toBe(2)
    expect(faults).toEqual([])
  })

  test('LET-33 Print opens the PDF in a new page', async () => {
    const { page: letterPage } = await openLetterPage()
    const opening = letterPage.waitForEvent('popup')
    // A browser without a PDF viewer, such as the headless shell, downloads the PDF instead, possibly at
    // once.
    const handedOver = new Promise<Download>((resolve) => {
      letterPage.once('popup', (page) => page.once('download', resolve))
    })
    await letterPage.getByRole('button', { name: 'Print' }).click()
    const popup = await opening
    if (await letterPage.evaluate(() => navigator.pdfViewerEnabled)) await popup.waitForURL(/^blob:/)
    else expect((await handedOver).url()).toMatch(/^blob:/)
    await letterPage.getByRole('button', { name: 'Print', disabled: false }).waitFor()
    expect(await letterPage.getByRole('alert').count()).toBe(0)
  })

  test('LET-33 if the fonts cannot be loaded, the dialog says that the PDF could not be made, and the next try works', async () => {
    const { page } = await openLetterPage()
    await page.route('**/*.ttf', (route) => route.abort())
    await page.getByRole('button', { name: 'Download PDF' }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('The PDF could not be made.')
    await page.unroute('**/*.ttf')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    await downloading
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test.each(['light', 'dark'] as const)(
    'LET-01 the dialog and its preview have no accessibility faults in %s colors',
    async (colorScheme) => {
      const { page } = await openLetterPage({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(axe)
      const violations = await page.evaluate(async () => {
        const { violations: results } = await (
          window as unknown as { axe: typeof import('axe-core') }
        ).axe.run()
        return results.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      })
      expect(violations).toEqual([])
    },
  )

  test('LET-01 on a narrow screen nothing extends beyond the window', async () => {
    const { page } = await openLetterPage({ viewport: { width: 360, height: 740 } })
    const sideways = await page.evaluate(() =>
      [...document.querySelectorAll('article, article *')].filter(
        (element) => element.getBoundingClientRect().right > 360,
      ),
    )
    expect(sideways.length).toBe(0)
  })
})
