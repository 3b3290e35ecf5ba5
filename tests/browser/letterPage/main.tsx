import './policy.ts'
import '#ui/styles.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import type { LetterData, LetterOptions } from '#core/correspondence/letters/model/index.ts'
import { LetterDialog } from '#core/correspondence/letters/web/LetterDialog.tsx'
import { makeLetter } from '#core/correspondence/letters/web/makeLetter.ts'
import { ThemeProvider } from '#ui/frame/ThemeProvider.tsx'
import { sampleLetter, sampleOptions } from '../../letterSample.ts'

declare global {
  interface Window {
    makeSample: (
      letter: Partial<LetterData>,
      options: Partial<LetterOptions>,
    ) => Promise<{ type: string; bytes: number[] }>
  }
}

window.makeSample = async (letter, options) => {
  const blobs: Blob[] = []
  await makeLetter({ ...sampleLetter, ...letter }, { ...sampleOptions, ...options }, (blob) =>
    blobs.push(blob),
  )
  const [blob] = blobs
  if (!blob || blobs.length !== 1) throw new Error(`The callback was called ${blobs.length} times`)
  return { type: blob.type, bytes: Array.from(new Uint8Array(await blob.arrayBuffer())) }
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <ThemeProvider>
    <h1>Letter</h1>
    <QueryClientProvider client={new QueryClient()}>
      <LetterDialog
        letter={sampleLetter}
        options={sampleOptions}
        fileName="approval.pdf"
        opened
        onClose={() => root.setAttribute('data-closed', 'true')}
      />
    </QueryClientProvider>
  </ThemeProvider>,
)
