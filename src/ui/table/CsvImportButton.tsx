import { Button } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { IconUpload } from '../frame/icons.ts'
import type { CsvImportOptions } from './CsvImport.tsx'

const CsvImportDialog = lazy(() => import('./CsvImportDialog.tsx'))

/** The toolbar button that opens the CSV import. The focus returns to it afterwards. */
export function CsvImportButton({ options }: { options: CsvImportOptions }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <>
      <Button
        ref={button}
        size="xs"
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Import CSV
      </Button>
      {open && (
        <Suspense>
          <CsvImportDialog options={options} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
