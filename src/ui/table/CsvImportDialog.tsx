import { Modal } from '../frame/Modal.tsx'
import { CsvImport, type CsvImportOptions } from './CsvImport.tsx'

/** The CSV import in a dialog. It is a default export because it is loaded on first use. */
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
