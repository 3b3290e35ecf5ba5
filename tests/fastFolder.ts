export { fastFolder } from '../scripts/test-folder.mjs'
