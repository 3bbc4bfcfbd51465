/** Stands for pictures and style sheets in specs, where nothing is on screen. */
export default 'asset';
