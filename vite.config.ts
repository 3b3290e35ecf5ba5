import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Older targets make Lightning CSS rewrite light-dark() into variables that nobody defines.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // Outside of src/app nothing does anything by being loaded, the style sheets apart: who imports one thing of a door
      // is not made to fetch all that stands behind it.
      treeshake: {
        moduleSideEffects: [{ test: /\/src\/(?!app\/|ui\/styles\.ts).+\.tsx?$/, sideEffects: false }],
      },
    },
  },
})
