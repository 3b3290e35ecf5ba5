export {
  type AttachedFile,
  attachedFile,
  toAttachedFile,
} from './attached.ts'
export { deleteFile, documentTypes, downloadFile, getFileList, getViewerLinks, uploadFiles } from './calls.ts'
export { FileInfo, type FileSubject, fileTitleField } from './entities.ts'
