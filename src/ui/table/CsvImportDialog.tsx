import { Modal } from '../frame/Modal.tsx'
import { CsvImport, type CsvImportOptions } from './CsvImport.tsx'

/** The import of a table in a dialog; the default export so that it is fetched when first opened. */
export default function CsvImportDialog({
  options,
  onClose,
}: {
  options: CsvImportOptions
  onClose: () => void
}) {
  return (
    <Modal opened onClose={onClose} title="Import CSV" size="xl">
      <CsvImport {...options} />
    </Modal>
  )
}
