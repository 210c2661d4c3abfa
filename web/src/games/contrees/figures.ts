/** What others may draw of this game, as a page of rules: plain props, inside an element of class "nc-figure". */
export { Machine, type MachineProps } from "./Machine";
export { Compass, type CompassProps, Landscape, type LandscapeProps, Rose } from "./Rose";
export { Spine, type SpineProps } from "./Spine";
import "./contrees.css";
